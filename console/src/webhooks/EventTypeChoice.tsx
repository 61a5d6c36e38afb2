import { Checkbox, Fieldset, SimpleGrid, Stack } from '@mantine/core'
import { EVENT_TYPES } from '../events/event-types.ts'

interface Props {
  readonly chosen: readonly string[]
  readonly choose: (types: string[]) => void
}

/** Checkboxes for types of events, and for all types of a record. */
export function EventTypeChoice({ chosen, choose }: Props) {
  const set = (types: readonly string[], isChosen: boolean) => {
    const others = chosen.filter((type) => !types.includes(type))
    choose(isChosen ? [...others, ...types] : others)
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      {EVENT_TYPES.map(({ group, items }) => {
        const types = items.map(({ value }) => value)
        const count = types.filter((type) => chosen.includes(type)).length
        return (
          <Fieldset key={group} legend={group} p="xs">
            <Stack gap={6}>
              {types.length > 1 && (
                <Checkbox
                  size="sm"
                  fw={500}
                  label={`All ${group.toLowerCase()} events`}
                  checked={count === types.length}
                  indeterminate={count > 0 && count < types.length}
                  onChange={() => set(types, count < types.length)}
                />
              )}
              {items.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  size="sm"
                  label={label}
                  title={value}
                  checked={chosen.includes(value)}
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
