import {
  Checkbox,
  Fieldset,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { AmountField } from '../display/fields.tsx'
import { words } from '../display/format.ts'
import { ApprovalRules } from './ApprovalRules.tsx'
import type { Draft, FieldErrors } from './policy-draft.ts'
import { EXPOSURE, MEMBERS, type Member, REASONS } from './policy-words.ts'

interface Props {
  readonly form: UseFormReturnType<Draft>
  readonly errors: FieldErrors
}

const LABELS = Object.fromEntries(MEMBERS) as Record<Member, string>

export function PolicyFields(props: Props) {
  const { form } = props
  return (
    <Stack>
      <Fieldset legend="Approval">
        <Stack>
          <Switch
            autoFocus
            label="A second person must approve transfers and shipments"
            description="If off, whoever created one may approve it. You cannot turn this off while one of your transfers is pending."
            {...form.getInputProps('fourEyes', { type: 'checkbox' })}
          />
          <ApprovalRules {...props} />
          <Limits {...props} limits={SIGN_IN_LIMITS} />
          <Switch
            label="Whoever approves must sign with a passkey"
            description="Everyone who approves registers one first, on the page Passkeys."
            {...form.getInputProps('needsPasskey', { type: 'checkbox' })}
          />
          <Switch
            label="A shipment needs a recipient before it is approved"
            {...form.getInputProps('recipientRequired', { type: 'checkbox' })}
          />
          <Expiry {...props} />
        </Stack>
      </Fieldset>
      <Fieldset legend="Insured maximum">
        <Radio.Group
          label="If a transfer takes its destination over the insured maximum"
          {...form.getInputProps('insuredExposure')}
        >
          <Stack gap={6} mt="xs">
            <Radio value="observe" label={EXPOSURE.observe} />
            <Radio value="review" label={EXPOSURE.review} />
            <Radio value="block" label={EXPOSURE.block} />
          </Stack>
        </Radio.Group>
      </Fieldset>
      <SystemApproval {...props} />
      <Fieldset legend="New declared values">
        <Limits {...props} limits={VALUE_LIMITS} />
      </Fieldset>
      <Sessions {...props} />
    </Stack>
  )
}

function Expiry({ form, errors }: Props) {
  return (
    <Stack gap="xs">
      <Switch
        label="Pending transfers expire"
        description="Applies to transfers that are created from now on."
        {...form.getInputProps('expires', { type: 'checkbox' })}
      />
      {form.values.expires && (
        <Group gap="xs" align="flex-start">
          <TextInput
            label="Expires after"
            inputMode="numeric"
            w={120}
            {...form.getInputProps('expiry')}
            error={errors.transferExpirySeconds}
          />
          <Select
            label="Unit"
            w={140}
            allowDeselect={false}
            data={['days', 'hours', 'minutes', 'seconds']}
            {...form.getInputProps('unit')}
          />
        </Group>
      )}
    </Stack>
  )
}

const LIMITS = [
  ['systemApprovalMaxItems', 'items'],
  ['systemApprovalMaxDeclaredValueCents', 'an amount'],
  ['systemApprovalMaxItemsPerDay', 'items'],
  ['systemApprovalMaxDeclaredValueCentsPerDay', 'an amount'],
] as const

const SIGN_IN_LIMITS = [['approvalSignInMinutes', 'minutes']] as const

const VALUE_LIMITS = [
  ['revaluationReviewDays', 'days'],
  ['revaluationMaxPercent', 'percent'],
  ['revaluationMaxCents', 'an amount'],
] as const

interface LimitsProps extends Props {
  readonly limits: readonly (readonly [keyof Draft['limits'], keyof typeof UNITS])[]
  readonly disabled?: boolean
}

const UNITS = {
  items: 'A number of items',
  days: 'A number of days',
  minutes: 'In minutes',
  percent: 'In percent, within 24 hours',
  'an amount': 'An amount',
} as const

function Limits({ form, errors, limits, disabled = false }: LimitsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {limits.map(([name, unit]) => {
        const field = {
          ...form.getInputProps(`limits.${name}`),
          value: form.values.limits[name],
          label: LABELS[name],
          description: `${UNITS[unit]}. Leave empty for no limit.`,
          disabled,
          error: errors[name],
        }
        return unit === 'an amount' ? (
          <AmountField key={name} {...field} />
        ) : (
          <TextInput key={name} {...field} inputMode="numeric" />
        )
      })}
    </SimpleGrid>
  )
}

function Sessions({ form, errors }: Props) {
  return (
    <Fieldset legend="Sessions of this console">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['sessionIdleMinutes', 'sessionMaxHours'] as const).map((name) => (
          <TextInput
            key={name}
            label={LABELS[name]}
            description={name === 'sessionIdleMinutes' ? 'In minutes.' : 'In hours.'}
            inputMode="numeric"
            required
            {...form.getInputProps(name)}
            error={errors[name]}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

function SystemApproval({ form, errors }: Props) {
  const disabled = !form.values.isSystemApproval
  return (
    <Fieldset legend="Automatic approval">
      <Stack>
        <Switch
          label="Automatically approve transfers within these limits"
          description="If off, every transfer needs an approver."
          {...form.getInputProps('isSystemApproval', { type: 'checkbox' })}
        />
        <Checkbox.Group
          label="Only transfers with these reasons"
          description="A transfer with another reason waits for an approver."
          {...form.getInputProps('reasons')}
        >
          <Group mt="xs">
            {REASONS.map((reason) => (
              <Checkbox key={reason} value={reason} label={words(reason)} disabled={disabled} />
            ))}
          </Group>
        </Checkbox.Group>
        <Limits form={form} errors={errors} limits={LIMITS} disabled={disabled} />
      </Stack>
    </Fieldset>
  )
}
