import { MultiSelect, PasswordInput, Radio, Stack, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { IdentityProvider } from '../api/schema.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { useRoles } from '../roles/use-roles.ts'
import { type Draft, draftOf, keepsSecret, repeatedValue, settingsOf } from './provider-draft.ts'
import { ADMISSIONS } from './provider-words.ts'
import { RoleMapping } from './RoleMapping.tsx'

interface Props {
  readonly provider: IdentityProvider
  readonly close: () => void
}

/** Sets the provider, or replaces its settings if they are still those that the form began with. */
export function ProviderForm({ provider, close }: Props) {
  const [base] = useState(provider)
  const { options } = useRoles()
  const set = useChange('PUT /v1/identity-provider')
  const { form, field, onSubmit, isRunning, error } = useApiForm(draftOf(base), async (draft) => {
    const { body } = await request('GET /v1/identity-provider')
    if (body.data.version !== base.version) throw CHANGED
    await set.mutateAsync({ body: settingsOf(draft) })
    close()
  })
  const keeps = keepsSecret(base, form.values)
  return (
    <DialogForm
      onSubmit={onSubmit}
      error={error}
      label={base.version === 0 ? 'Set provider' : 'Save settings'}
      close={close}
      isRunning={isRunning}
      isDisabled={repeatedValue(form.values) !== undefined}
    >
      <TextInput
        label="Issuer"
        description="As the provider writes it into its ID tokens: an https URL."
        placeholder="https://login.example.com/realms/vault"
        {...field('issuer')}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
      />
      <TextInput
        label="Client ID"
        description="The provider gave it to this vault."
        {...field('clientId')}
        maxLength={1_000}
        autoComplete="off"
        spellCheck={false}
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
      <Admission field={field} options={options} />
      <RoleMapping form={form} field={field} options={options} />
    </DialogForm>
  )
}

interface AdmissionProps extends Pick<ReturnType<typeof useApiForm<Draft>>, 'field'> {
  readonly options: ReturnType<typeof useRoles>['options']
}

/** Says whom a first sign-in admits, and with which roles. */
function Admission({ field, options }: AdmissionProps) {
  return (
    <>
      <Radio.Group label="First sign-in" {...field('admission')}>
        <Stack gap={6} mt={4}>
          <Radio value="invited" label={ADMISSIONS.invited} />
          <Radio value="email_domains" label={ADMISSIONS.email_domains} />
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
      <MultiSelect
        label="Default roles"
        description="Of people whom a sign-in creates; with a roles claim, of everybody."
        data={options}
        {...field('defaultRoles')}
        maxValues={20}
        searchable
      />
    </>
  )
}

const CHANGED = localProblem({
  title: 'Somebody else changed the provider',
  detail: 'Close this dialog, and make your change to the settings that the page shows then.',
  status: 412,
  code: 'version_conflict',
})
