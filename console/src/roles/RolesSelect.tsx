import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useRoles } from './use-roles.ts'

/** A field for several roles. */
export function RolesSelect(props: MultiSelectProps) {
  return (
    <MultiSelect label="Roles" data={useRoles().options} maxValues={20} searchable {...props} />
  )
}
