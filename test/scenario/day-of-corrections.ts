import { check, type DayBook } from './day-book.ts'

/** A value and a description that were entered wrong are put right, and say what they were. */
export async function putRight(day: DayBook, itemIds: readonly string[]): Promise<void> {
  const item = `/v1/inventory-items/${itemIds[40]}`
  const corrections = `/v1/corrections?subjectId=${itemIds[40]}`
  await day.step('an item is found by its serial number, as a person writes it', async () => {
    const path = '/v1/inventory-items?identifier=serial:dw00041'
    const { body } = await day.ask('operator', ['GET', path], [200])
    check([body.data.length, body.data[0]?.id], [1, itemIds[40]], 'the item found')
  })
  await day.step('its value was entered wrong: it gets another one, with a reason', async () => {
    const items = [{ inventoryItemId: itemIds[40], declaredValueCents: '1000000' }]
    const change = { items, reason: 'A zero was missing' }
    const path = '/v1/inventory-items/revalue'
    const { body } = await day.ask('operator', ['POST', path, change], [200])
    check(body.data[0]?.declaredValueCents, '1000000', 'its value')
    const [valuation, ...others] = await day.list(corrections)
    check(others, [], 'further corrections')
    day.happenedAt(valuation?.at as string)
  })
  await day.step('and another description; the history keeps both', async () => {
    const change = { description: 'Diver no. 41, steel' }
    await day.ask('operator', ['PATCH', item, change], [200])
    check(
      (await day.list(corrections)).slice(1).map(({ member, from, to }) => [member, from, to]),
      [['description', 'Watch no. 41', 'Diver no. 41, steel']],
      'its corrections',
    )
  })
}
