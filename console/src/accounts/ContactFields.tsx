import { SimpleGrid, TextInput } from '@mantine/core'
import { CONTACT_FIELDS, type ContactField } from './contact.ts'

const TYPES: Record<string, string> = { email: 'email', phone: 'tel' }

interface Props {
  /** The value, error and change handler of a field. */
  readonly inputProps: (name: ContactField) => object
}

/** The fields for the contact details of an account. */
export function ContactFields({ inputProps }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {CONTACT_FIELDS.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          type={TYPES[name] ?? 'text'}
          {...inputProps(name)}
          autoComplete="off"
        />
      ))}
    </SimpleGrid>
  )
}
