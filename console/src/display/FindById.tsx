import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ProblemError, request } from '../api/request.ts'

interface Props {
  readonly operation: 'GET /v1/inventory-items/{id}' | 'GET /v1/fbo-accounts/{id}'
  readonly to: '/items/$id' | '/accounts/$id'
  readonly placeholder: string
}

/** Opens a record of a list by its whole id, with Enter. */
export function FindById({ operation, to, placeholder }: Props) {
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const [error, setError] = useState<string | undefined>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const path = { id: id.trim() }
    if (path.id === '') return
    try {
      await request(operation, { path })
      await navigate({ to, params: path })
    } catch (failure) {
      setError(failure instanceof ProblemError ? failure.problem.detail : String(failure))
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        w={220}
        label="Find by ID (press Enter)"
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
