import { Button, Checkbox, Group, Paper, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { NewFboAccount } from '../api/schema.ts'
import { AmountField } from '../display/AmountField.tsx'
import { centsOf, money } from '../display/amounts.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { faultOf } from '../display/faults.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { ContactFields } from './ContactFields.tsx'
import { changesBetween, NO_CONTACT } from './contact.ts'

export function NewAccountPage() {
  return (
    <Page title="Open an account" permission="fbo_accounts:create">
      <NewAccount />
    </Page>
  )
}

function NewAccount() {
  const navigate = useNavigate()
  const create = useChange('POST /v1/fbo-accounts')
  const [contact, setContact] = useState(NO_CONTACT)
  const [amount, setAmount] = useState('')
  const [isPrimary, setPrimary] = useState(false)
  const cents = amount.trim() === '' ? '0' : centsOf(amount)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || cents === undefined) return
    const { body } = await create.mutateAsync({
      body: {
        ...(changesBetween(NO_CONTACT, contact) as NewFboAccount),
        ...{ maxInsuredValueCents: cents, isPrimary },
      },
    })
    await navigate({ to: '/accounts/$id', params: { id: body.data.id } })
  }
  const { error } = create
  return (
    <Paper withBorder p="md" maw={720}>
      <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
        <Stack>
          <ContactFields contact={contact} set={setContact} error={error} />
          <AmountField
            label="Insured maximum"
            description="The most that its items may be worth together. Empty means 0. It cannot be changed here later."
            placeholder={money('25000000')}
            text={amount}
            set={setAmount}
            error={faultOf(error, 'maxInsuredValueCents')}
          />
          <Checkbox
            label="This is the organization's own account (primary)"
            description="An organization has at most one."
            checked={isPrimary}
            onChange={(event) => setPrimary(event.currentTarget.checked)}
          />
          <ProblemAlert error={error} />
          <Group justify="flex-end">
            <ButtonLink to="/accounts" variant="default">
              Not now
            </ButtonLink>
            <Button type="submit" loading={create.isPending} disabled={cents === undefined}>
              Open the account
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
