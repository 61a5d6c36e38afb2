import { ActionIcon, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { useApiForm } from '../display/forms.ts'
import type { useRoles } from '../roles/use-roles.ts'
import { type Draft, repeatedValue } from './provider-draft.ts'

interface Props extends Pick<ReturnType<typeof useApiForm<Draft>>, 'form' | 'field'> {
  readonly options: ReturnType<typeof useRoles>['options']
}

const VALUES_MAX = 80

/** The claim that gives roles, and the roles of each of its values. */
export function RoleMapping({ form, field, options }: Props) {
  const { rolesClaim, mapped } = form.values
  const repeated = repeatedValue(form.values)
  const problem =
    repeated === undefined ? form.errors.roleMapping : `Name ${repeated} once, with all its roles.`
  return (
    <Stack gap="xs" component="section" aria-label="Roles by a claim">
      <TextInput
        label="Roles claim"
        description="At each sign-in, a person gets the roles of its values. Empty: people give roles."
        placeholder="groups"
        {...field('rolesClaim')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      {rolesClaim.trim() !== '' && (
        <>
          {mapped.map(({ value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
            <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                label="Value"
                w="45%"
                {...form.getInputProps(`mapped.${index}.value`)}
                maxLength={200}
                spellCheck={false}
                required
              />
              <MultiSelect
                label="Roles"
                w="45%"
                data={options}
                {...form.getInputProps(`mapped.${index}.roles`)}
                error={form.errors[`roleMapping.${value.trim()}`]}
                maxValues={20}
                searchable
              />
              <ActionIcon
                variant="default"
                mt={24}
                size="lg"
                aria-label={`Remove value ${index + 1}`}
                onClick={() => form.removeListItem('mapped', index)}
              >
                <Trash2 size={16} />
              </ActionIcon>
            </Group>
          ))}
          {problem !== undefined && (
            <Text size="xs" c="red" role="alert">
              {problem}
            </Text>
          )}
          <Group>
            <Button
              size="xs"
              variant="default"
              disabled={mapped.length >= VALUES_MAX}
              onClick={() => form.insertListItem('mapped', { value: '', roles: [] })}
            >
              Add a value
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
