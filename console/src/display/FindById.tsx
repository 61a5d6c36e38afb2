import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ProblemError } from '../api/request.ts'

interface Props {
  readonly label: string
  readonly placeholder: string
  /** Opens the record. @throws {ProblemError} if there is none */
  readonly open: (id: string) => Promise<unknown>
}

/** Opens a record of a list by its whole id, with Enter. */
export function FindById({ label, placeholder, open }: Props) {
  const [id, setId] = useState('')
  const [error, setError] = useState<string | undefined>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() === '') return
    await open(id.trim()).catch((failure: unknown) => {
      setError(failure instanceof ProblemError ? failure.problem.detail : String(failure))
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        w={220}
        label={label}
        placeholder={placeholder}
        value={id}
        onChange={(event) => {
          setId(event.currentTarget.value)
          setError(undefined)
        }}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  )
}
