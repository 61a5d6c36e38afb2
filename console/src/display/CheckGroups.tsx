import { Checkbox, Fieldset, SimpleGrid, Stack } from '@mantine/core'

interface Props<Value extends string> {
  readonly groups: readonly {
    readonly group: string
    readonly items: readonly { readonly value: Value; readonly label: string }[]
  }[]
  readonly chosen: readonly Value[]
  readonly choose: (chosen: Value[]) => void
  /** Why a value cannot be chosen; undefined if it can. */
  readonly whyNot?: (value: Value) => string | undefined
}

export function CheckGroups<Value extends string>(props: Props<Value>) {
  const { groups, chosen, choose, whyNot = () => undefined } = props
  const set = (values: readonly Value[], isChosen: boolean) => {
    const others = chosen.filter((each) => !values.includes(each))
    choose(isChosen ? [...others, ...values] : others)
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      {groups.map(({ group, items }) => {
        const free = items.map(({ value }) => value).filter((each) => whyNot(each) === undefined)
        const count = free.filter((each) => chosen.includes(each)).length
        return (
          <Fieldset key={group} legend={group} p="xs">
            <Stack gap={6}>
              {free.length > 1 && (
                <Checkbox
                  fw={500}
                  label="All"
                  checked={count === free.length}
                  indeterminate={count > 0 && count < free.length}
                  onChange={() => set(free, count < free.length)}
                />
              )}
              {items.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  label={label}
                  title={value}
                  checked={chosen.includes(value)}
                  disabled={whyNot(value) !== undefined}
                  description={whyNot(value)}
                  onChange={(event) => set([value], event.currentTarget.checked)}
                />
              ))}
            </Stack>
          </Fieldset>
        )
      })}
    </SimpleGrid>
  )
}
