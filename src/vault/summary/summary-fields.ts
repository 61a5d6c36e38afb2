import { type Static, type TProperties, Type } from 'typebox'
import { IN_MINOR_UNITS } from '../../domain/fields.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import type { Permission } from '../../domain/permissions.ts'

/** Days of `transfersByDay`. */
export const SUMMARY_DAYS = 30

/** Pending transfers, and accounts, that a summary lists. */
export const SUMMARY_LISTED_MAX = 10

export function count(description: string, example: number) {
  return Type.Integer({ minimum: 0, description, examples: [example] })
}

/** A member that is null where the token lacks the permission. */
export function withPermission<Properties extends TProperties>(
  permission: Permission,
  properties: Properties,
  description: string,
) {
  const object = Type.Object(properties, { additionalProperties: false })
  return Type.Unsafe<Static<typeof object> | null>({
    ...object,
    type: ['object', 'null'],
    description: `${description} ${nullWithout(permission)}`,
  })
}

export function listWithPermission<Properties extends TProperties>(
  permission: Permission,
  properties: Properties,
  description: string,
) {
  const object = Type.Object(properties, { additionalProperties: false })
  return Type.Unsafe<Static<typeof object>[] | null>({
    type: ['array', 'null'],
    items: object,
    description: `${description} ${nullWithout(permission)}`,
  })
}

export function nullWithout(permission: Permission): string {
  return `Null if the token lacks \`${permission}\`.`
}

/** A sum, which can be more than the cents of one record. */
export function centsSum(description: string, example: string) {
  return Type.String({
    description: `${description} ${IN_MINOR_UNITS}: a decimal whole number, as a string.`,
    pattern: CENTS_SUM_PATTERN,
    examples: [example],
  })
}
