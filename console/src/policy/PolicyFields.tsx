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
import type { ComponentProps } from 'react'
import { AmountField } from '../display/AmountField.tsx'
import { words } from '../display/format.ts'
import type { Draft, Faults, Unit } from './policy-draft.ts'
import { EXPOSURE, MEMBERS, type Member, REASONS } from './policy-words.ts'

interface Props {
  readonly draft: Draft
  readonly setDraft: (draft: Draft) => void
  readonly faults: Faults
}

const LABELS = Object.fromEntries(MEMBERS) as Record<Member, string>

export function PolicyFields(props: Props) {
  const { draft, setDraft } = props
  return (
    <Stack>
      <Fieldset legend="Approval">
        <Stack>
          <Switch
            autoFocus
            label="A second person must approve transfers and shipments"
            description="Off: whoever created one may approve it. You cannot turn this off while a transfer of yours waits."
            checked={draft.fourEyes}
            onChange={(event) => setDraft({ ...draft, fourEyes: event.currentTarget.checked })}
          />
          <Expiry {...props} />
        </Stack>
      </Fieldset>
      <Fieldset legend="Insured maximum">
        <Radio.Group
          label="A transfer that puts its destination above its insured maximum"
          value={draft.insuredExposure}
          onChange={(value) =>
            setDraft({ ...draft, insuredExposure: value as Draft['insuredExposure'] })
          }
        >
          <Stack gap={6} mt="xs">
            <Radio value="observe" label={`${EXPOSURE.observe}: it is decided like any other`} />
            <Radio value="review" label={`${EXPOSURE.review}: the policy does not approve it`} />
            <Radio value="block" label={`${EXPOSURE.block}, until there is room again`} />
          </Stack>
        </Radio.Group>
      </Fieldset>
      <SystemApproval {...props} />
    </Stack>
  )
}

function Expiry({ draft, setDraft, faults }: Props) {
  return (
    <Stack gap="xs">
      <Switch
        label="A transfer that nobody decides expires"
        description="It applies to transfers that are created from now on."
        checked={draft.expires}
        onChange={(event) => setDraft({ ...draft, expires: event.currentTarget.checked })}
      />
      {draft.expires && (
        <Group gap="xs" align="flex-start">
          <TextInput
            label="Expires after"
            inputMode="numeric"
            w={120}
            value={draft.expiry}
            onChange={(event) => setDraft({ ...draft, expiry: event.currentTarget.value })}
            error={faults.transferExpirySeconds}
          />
          <Select
            label="Unit"
            w={140}
            allowDeselect={false}
            data={['days', 'hours', 'minutes', 'seconds']}
            value={draft.unit}
            onChange={(unit) => setDraft({ ...draft, unit: unit as Unit })}
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

function SystemApproval({ draft, setDraft, faults }: Props) {
  const { isSystemApproval, reasons, limits } = draft
  return (
    <Fieldset legend="Approval by the policy itself">
      <Stack>
        <Switch
          label="The policy approves transfers that stay within the limits"
          description="Off: a person approves every transfer."
          checked={isSystemApproval}
          onChange={(event) =>
            setDraft({ ...draft, isSystemApproval: event.currentTarget.checked })
          }
        />
        <Checkbox.Group
          label="Only where the items move for"
          description="A transfer with another reason waits for a person."
          value={[...reasons]}
          onChange={(those) => setDraft({ ...draft, reasons: those })}
        >
          <Group mt="xs">
            {REASONS.map((reason) => (
              <Checkbox
                key={reason}
                value={reason}
                label={words(reason)}
                disabled={!isSystemApproval}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {LIMITS.map(([name, unit]) => {
            const Field = unit === 'items' ? CountField : AmountField
            return (
              <Field
                key={name}
                label={LABELS[name]}
                description={`Empty: no limit. Otherwise ${unit}.`}
                isDisabled={!isSystemApproval}
                text={limits[name]}
                set={(text) => setDraft({ ...draft, limits: { ...limits, [name]: text } })}
                error={faults[name]}
              />
            )
          })}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}

function CountField({ text, set, isDisabled, ...others }: ComponentProps<typeof AmountField>) {
  return (
    <TextInput
      {...others}
      inputMode="numeric"
      disabled={isDisabled}
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
