import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Trash2 } from 'lucide-react'
import { AmountField } from '../display/fields.tsx'
import type { Draft, DraftRule, FieldErrors } from './policy-draft.ts'

interface Props {
  readonly form: UseFormReturnType<Draft>
  readonly errors: FieldErrors
}

const RULES_MAX = 20
const NEW_RULE: DraftRule = { approvals: '2', value: '', items: '', fboAccountId: '' }

/** The rules for records that several people must approve. */
export function ApprovalRules({ form, errors }: Props) {
  const rules = form.values.approvalRules
  return (
    <Stack gap="xs" component="section" aria-label="Several approvals">
      <Text size="sm" fw={500}>
        Several approvals
      </Text>
      <Text size="xs" c="dimmed">
        Each rule names what needs the approval of more than one person. A condition that is empty
        fits everything. Whoever created a record never counts.
      </Text>
      {rules.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place
        <Rule key={index} form={form} index={index} />
      ))}
      {errors.approvalRules !== undefined && (
        <Text size="xs" c="red" role="alert">
          {errors.approvalRules}
        </Text>
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={rules.length >= RULES_MAX}
          onClick={() => form.insertListItem('approvalRules', NEW_RULE)}
        >
          Add a rule
        </Button>
      </Group>
    </Stack>
  )
}

interface RuleProps {
  readonly form: UseFormReturnType<Draft>
  readonly index: number
}

function Rule({ form, index }: RuleProps) {
  const path = `approvalRules.${index}`
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={`Rule ${index + 1}`}>
      <Select
        label="People"
        w={80}
        allowDeselect={false}
        data={['2', '3', '4', '5']}
        {...form.getInputProps(`${path}.approvals`)}
      />
      <AmountField
        label="Declared value above"
        description="An amount."
        {...form.getInputProps(`${path}.value`)}
        value={form.values.approvalRules[index]?.value ?? ''}
      />
      <TextInput
        label="Items above"
        description="A number."
        inputMode="numeric"
        w={120}
        {...form.getInputProps(`${path}.items`)}
      />
      <TextInput
        label="Account"
        description="An account ID."
        spellCheck={false}
        {...form.getInputProps(`${path}.fboAccountId`)}
      />
      <ActionIcon
        variant="default"
        mt={24}
        size="lg"
        aria-label={`Remove rule ${index + 1}`}
        onClick={() => form.removeListItem('approvalRules', index)}
      >
        <Trash2 size={16} />
      </ActionIcon>
    </Group>
  )
}
