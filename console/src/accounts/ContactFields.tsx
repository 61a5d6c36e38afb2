import { SimpleGrid, TextInput } from '@mantine/core'
import { faultOf } from '../display/faults.ts'
import { CONTACT_FIELDS, type Contact } from './contact.ts'

const TYPES: Record<string, string> = { email: 'email', phone: 'tel' }

interface Props {
  readonly contact: Contact
  readonly set: (contact: Contact) => void
  /** The refusal of the last attempt: its faults stand beside their fields. */
  readonly error: unknown
}

/** The fields for the contact data of an account. */
export function ContactFields({ contact, set, error }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {CONTACT_FIELDS.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          type={TYPES[name] ?? 'text'}
          value={contact[name]}
          onChange={(event) => set({ ...contact, [name]: event.currentTarget.value })}
          error={faultOf(error, name)}
          autoComplete="off"
        />
      ))}
    </SimpleGrid>
  )
}
