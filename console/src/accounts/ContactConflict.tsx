import { Alert, Button, Group, Paper, Radio, Stack, Text } from '@mantine/core'
import { GitCompareArrows } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CONTACT_FIELDS, type Contact, type ContactField, contactFrom } from './contact.ts'

type Side = 'mine' | 'stored'

interface Props {
  /** What the person saw when they began. */
  readonly base: Contact
  readonly mine: Contact
  /** What is stored now. */
  readonly stored: Contact
  readonly isSaving: boolean
  readonly save: (merged: Contact) => void
  /** Leaves what is stored as it is. */
  readonly discard: () => void
}

/**
 * Both versions of what differs, side by side: one chooses field by field. Where only one of the two
 * changed a field, that change is chosen already.
 */
export function ContactConflict({ base, mine, stored, isSaving, save, discard }: Props) {
  const differing = CONTACT_FIELDS.filter(({ name }) => mine[name].trim() !== stored[name])
  const [chosen, setChosen] = useState<Partial<Record<ContactField, Side>>>({})
  const sideOf = (name: ContactField) => chosen[name] ?? proposal(base, mine, stored, name)
  const chooseAll = (side: Side) =>
    setChosen(Object.fromEntries(differing.map(({ name }) => [name, side])))
  const isOpen = differing.some(({ name }) => sideOf(name) === undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOpen && !isSaving)
      save(contactFrom((name) => (sideOf(name) === 'mine' ? mine[name] : stored[name])))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Alert
          color="orange"
          icon={<GitCompareArrows />}
          title="Somebody changed this account meanwhile"
          role="alert"
        >
          Nothing of yours is saved yet.{' '}
          {differing.length === 0
            ? 'What is stored now is what you wrote.'
            : 'Choose what to keep of each field that differs, then save.'}
        </Alert>
        {differing.map(({ name, label }) => (
          <Choice
            key={name}
            label={label}
            mine={mine[name].trim()}
            isMineChanged={mine[name].trim() !== base[name]}
            stored={stored[name]}
            side={sideOf(name)}
            choose={(side) => setChosen({ ...chosen, [name]: side })}
          />
        ))}
        <Group justify="space-between">
          <Group gap="xs">
            {differing.length > 0 && (
              <>
                <Button variant="default" onClick={() => chooseAll('mine')}>
                  Keep all of mine
                </Button>
                <Button variant="default" onClick={() => chooseAll('stored')}>
                  Take all that is stored
                </Button>
              </>
            )}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={discard}>
              Discard my changes
            </Button>
            <Button type="submit" loading={isSaving} disabled={isOpen}>
              Save what is chosen
            </Button>
          </Group>
        </Group>
        {isOpen && (
          <Text size="sm" c="dimmed" ta="right" role="status">
            Both of you changed a field: choose one of the two first.
          </Text>
        )}
      </Stack>
    </form>
  )
}

/** @returns undefined where both changed the field */
function proposal(base: Contact, mine: Contact, stored: Contact, name: ContactField) {
  if (mine[name].trim() === base[name]) return 'stored'
  return stored[name] === base[name] ? 'mine' : undefined
}

interface ChoiceProps {
  readonly label: string
  readonly mine: string
  readonly isMineChanged: boolean
  readonly stored: string
  readonly side: Side | undefined
  readonly choose: (side: Side) => void
}

function Choice({ label, mine, isMineChanged, stored, side, choose }: ChoiceProps) {
  const sides = [
    { value: 'mine', title: isMineChanged ? 'Yours' : 'As you found it', text: mine },
    { value: 'stored', title: 'Stored now', text: stored },
  ]
  return (
    <Radio.Group
      label={label}
      value={side ?? null}
      onChange={(value) => choose(value as Side)}
      withAsterisk={side === undefined}
    >
      <Group gap="xs" grow wrap="wrap" mt={4} align="stretch">
        {sides.map(({ value, title, text }) => (
          <Paper withBorder p="xs" key={value} miw={200}>
            <Radio
              value={value}
              label={text === '' ? 'Empty' : text}
              description={title}
              styles={{ label: { overflowWrap: 'anywhere' } }}
            />
          </Paper>
        ))}
      </Group>
    </Radio.Group>
  )
}
