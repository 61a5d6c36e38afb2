import {
  ActionIcon,
  Button,
  Group,
  PasswordInput,
  Radio,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { IdentityProvider, IdentityProviderSettings } from '../api/schema.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { RolesSelect } from '../roles/use-roles.tsx'

export const ADMISSIONS: Readonly<Record<IdentityProvider['admission'], string>> = {
  invited: 'Only people who were invited',
  email_domains: 'Also people with an address of the email domains: the sign-in creates the person',
}

interface Props {
  /** As it was when the dialog opened. */
  readonly provider: IdentityProvider
  readonly close: () => void
}

const NO_WORDS = { autoComplete: 'off', spellCheck: false } as const

/** Sets the provider, or replaces its settings if they are still those that the form began with. */
export function ProviderForm({ provider, close }: Props) {
  const set = useChange('PUT /v1/identity-provider')
  const { form, field, dialog } = useApiForm(draftOf(provider), async (draft) => {
    const { body } = await request('GET /v1/identity-provider')
    if (body.data.version !== provider.version) throw CHANGED
    await set.mutateAsync({ body: settingsOf(draft) })
    close()
  })
  const { issuer, clientId } = form.values
  // The stored secret must not be sent to another provider.
  const keeps = issuer.trim() === provider.issuer && clientId.trim() === provider.clientId
  return (
    <DialogForm
      {...dialog}
      label={provider.version === 0 ? 'Set provider' : 'Save settings'}
      close={close}
      isDisabled={repeatedValue(form.values) !== undefined}
    >
      <TextInput
        placeholder="https://login.example.com/realms/vault"
        label="Issuer"
        description="As the provider writes it into its ID tokens: an https URL."
        {...field('issuer')}
        {...NO_WORDS}
        maxLength={500}
        required
      />
      <TextInput
        label="Client ID"
        description="The provider gave it to this vault."
        {...field('clientId')}
        {...NO_WORDS}
        maxLength={1_000}
        required
      />
      <PasswordInput
        label="Client secret"
        description={
          keeps
            ? 'Leave empty to keep the stored one, which is never shown.'
            : 'It is stored encrypted, and never shown again.'
        }
        {...field('clientSecret')}
        maxLength={1_000}
        autoComplete="new-password"
        required={!keeps}
      />
      <Admission field={field} />
      <RoleMapping form={form} field={field} />
    </DialogForm>
  )
}

type Fields = ReturnType<typeof useApiForm<Draft>>

/** Says whom a first sign-in admits, and with which roles. */
function Admission({ field }: Pick<Fields, 'field'>) {
  return (
    <>
      <Radio.Group label="First sign-in" {...field('admission')}>
        <Stack gap={6} mt={4}>
          {Object.entries(ADMISSIONS).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <TagsInput
        label="Email domains"
        description="Of addresses at the first sign-in, for example example.com. Empty: any."
        {...field('emailDomains')}
        maxTags={50}
        splitChars={[',', ' ']}
        acceptValueOnBlur
      />
      <RolesSelect
        label="Default roles"
        description="Of people whom a sign-in creates; with a roles claim, of everybody."
        {...field('defaultRoles')}
      />
    </>
  )
}

const VALUES_MAX = 80

/** The claim that gives roles, and the roles of each of its values. */
function RoleMapping({ form, field }: Pick<Fields, 'form' | 'field'>) {
  const { rolesClaim, mapped } = form.values
  const repeated = repeatedValue(form.values)
  const problem =
    repeated === undefined ? form.errors.roleMapping : `Name ${repeated} once, with all its roles.`
  const rows = mapped.map(({ value }, index) => (
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
      <RolesSelect
        w="45%"
        {...form.getInputProps(`mapped.${index}.roles`)}
        error={form.errors[`roleMapping.${value.trim()}`]}
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
  ))
  return (
    <Stack gap="xs" component="section" aria-label="Roles by a claim">
      <TextInput
        placeholder="groups"
        label="Roles claim"
        description="At each sign-in, a person gets the roles of its values. Empty: people give roles."
        {...field('rolesClaim')}
        {...NO_WORDS}
        maxLength={200}
      />
      {rolesClaim.trim() !== '' && (
        <>
          {rows}
          {problem !== undefined && (
            <Text size="xs" c="red" role="alert">
              {problem}
            </Text>
          )}
          <Button
            size="xs"
            variant="default"
            mr="auto"
            disabled={mapped.length >= VALUES_MAX}
            onClick={() => form.insertListItem('mapped', { value: '', roles: [] })}
          >
            Add a value
          </Button>
        </>
      )}
    </Stack>
  )
}

const CHANGED = localProblem({
  title: 'Somebody else changed the provider',
  detail: 'Close this dialog, and make your change to the settings that the page shows then.',
  status: 412,
  code: 'version_conflict',
})

/** The values of the form's fields; an empty secret lets the stored one stay. */
type Draft = ReturnType<typeof draftOf>

function draftOf(provider: IdentityProvider) {
  const { admission, roleMapping } = provider
  return {
    issuer: provider.issuer ?? '',
    clientId: provider.clientId ?? '',
    clientSecret: '',
    admission,
    emailDomains: [...provider.emailDomains],
    defaultRoles: [...provider.defaultRoles],
    /** Empty: people give roles. */
    rolesClaim: provider.rolesClaim ?? '',
    /** The values of the claim, and the roles that each gives. */
    mapped: Object.entries(roleMapping).map(([value, roles]) => ({ value, roles: [...roles] })),
  }
}

/** Without a claim nothing is mapped. */
function settingsOf(draft: Draft): IdentityProviderSettings {
  const { clientSecret, mapped: rows, ...settings } = draft
  const rolesClaim = draft.rolesClaim.trim()
  const mapped = rolesClaim === '' ? [] : rows
  return {
    ...settings,
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    emailDomains: draft.emailDomains.map((name) => name.trim().replace(/^@/, '').toLowerCase()),
    rolesClaim: rolesClaim === '' ? null : rolesClaim,
    roleMapping: Object.fromEntries(mapped.map(({ value, roles }) => [value.trim(), roles])),
  }
}

/** A value of the claim that has two rows: the second would replace the first. */
function repeatedValue({ mapped }: Draft): string | undefined {
  const values = mapped.map(({ value }) => value.trim()).filter((value) => value !== '')
  return values.find((value, index) => values.indexOf(value) !== index)
}
