import {
  ActionIcon,
  Button,
  Group,
  PasswordInput,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { IdentityProvider, IdentityProviderSettings } from '../api/schema.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { RadioField } from '../display/fields.tsx'
import { useApiForm } from '../display/forms.ts'
import { RolesSelect } from '../roles/use-roles.tsx'

export const ADMISSIONS: Readonly<Record<IdentityProvider['admission'], string>> = {
  invited: 'Only people who were invited',
  email_domains: 'Also people with an address of the email domains: the sign-in creates the person',
}

/** Sets the provider, or replaces its settings if they are still those that the form began with. */
export function ProviderForm({ provider }: { readonly provider: IdentityProvider }) {
  const set = useChange('PUT /v1/identity-provider')
  const send = async (draft: Draft, close: () => void) => {
    const { body } = await request('GET /v1/identity-provider')
    if (body.data.version !== provider.version) throw CHANGED
    await set.mutateAsync({ body: settingsOf(draft) })
    close()
  }
  const { form, field, dialog } = useApiForm(draftOf(provider), send, RULES)
  const { issuer, clientId } = form.values
  // The stored secret must not be sent to another provider.
  const keeps = issuer.trim() === provider.issuer && clientId.trim() === provider.clientId
  return (
    <DialogForm {...dialog} label={provider.version === 0 ? 'Set provider' : 'Save settings'}>
      <TextInput
        placeholder="https://login.example.com/realms/vault"
        label="Issuer"
        description="As the provider writes it into its ID tokens: an https URL."
        {...field('issuer')}
        maxLength={500}
        spellCheck={false}
        required
      />
      <TextInput
        label="Client ID"
        description="The provider gave it to this vault."
        {...field('clientId')}
        maxLength={1_000}
        spellCheck={false}
        required
      />
      <PasswordInput
        label="Client secret"
        description={keeps ? SECRET.kept : SECRET.next}
        {...field('clientSecret')}
        maxLength={1_000}
        autoComplete="new-password"
        required={!keeps}
      />
      <RadioField label="First sign-in" words={ADMISSIONS} {...field('admission')} />
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
      <RoleMapping form={form} />
    </DialogForm>
  )
}

const SECRET = {
  kept: 'Leave empty to keep the stored one, which is never shown.',
  next: 'It is stored encrypted, and never shown again.',
}

const VALUES_MAX = 80

type Form = ReturnType<typeof useApiForm<Draft>>['form']

/** The claim that gives roles, and the roles of each of its values. */
function RoleMapping({ form }: { readonly form: Form }) {
  const { rolesClaim, mapped } = form.values
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
        {...form.getInputProps('rolesClaim')}
        maxLength={200}
        spellCheck={false}
      />
      {rolesClaim.trim() !== '' && (
        <>
          {rows}
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

/** The values of the form's fields: empty for none, an empty secret lets the stored one stay. */
type Draft = ReturnType<typeof draftOf>

function draftOf({ issuer, clientId, admission, rolesClaim, ...lists }: IdentityProvider) {
  return {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: '',
    admission,
    emailDomains: [...lists.emailDomains],
    defaultRoles: [...lists.defaultRoles],
    rolesClaim: rolesClaim ?? '',
    /** The values of the claim, and the roles that each gives. */
    mapped: Object.entries(lists.roleMapping).map(([value, roles]) => ({ value, roles })),
  }
}

/** The second row of a value would replace the first. Without a claim, no row is sent. */
const RULES = {
  mapped: {
    value: (text: string, { rolesClaim, mapped }: Draft) => {
      if (rolesClaim.trim() === '') return null
      const same = mapped.filter(({ value }) => value.trim() === text.trim())
      return same.length > 1 ? 'Name it once, with all its roles.' : null
    },
  },
}

/** Without a claim nothing is mapped. */
function settingsOf({ clientSecret, mapped, ...draft }: Draft): IdentityProviderSettings {
  const rolesClaim = draft.rolesClaim.trim() || null
  const pairs = rolesClaim === null ? [] : mapped
  return {
    ...draft,
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    emailDomains: draft.emailDomains.map((name) => name.trim().replace(/^@/, '').toLowerCase()),
    rolesClaim,
    roleMapping: Object.fromEntries(pairs.map(({ value, roles }) => [value.trim(), roles])),
  }
}
