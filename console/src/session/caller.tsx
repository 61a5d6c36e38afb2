import { createContext, type ReactNode, useContext } from 'react'
import type { ResponseOf } from '../api/request.ts'
import { setCurrency } from '../display/amounts.ts'

/** The owner of the token that is signed in, and its permissions. */
export type Caller = ResponseOf<'GET /v1/caller'>['data']
export type Permission = Caller['permissions'][number]

const CallerContext = createContext<Caller | undefined>(undefined)

export function CallerProvider({ caller, children }: { caller: Caller; children: ReactNode }) {
  setCurrency(caller.currency, caller.currencyDigits)
  return <CallerContext value={caller}>{children}</CallerContext>
}

export function useCaller(): Caller {
  const caller = useContext(CallerContext)
  if (caller === undefined) throw new Error('nobody is signed in')
  return caller
}

export function useMay(permission: Permission): boolean {
  return useCaller().permissions.includes(permission)
}
