import type { Change } from '../../database/changes/change.ts'
import { insufficientPermission } from '../../domain/errors.ts'
import type { Permission } from '../../domain/permissions.ts'
import { findPermissions } from './token-powers.ts'

interface WithPowers<Facts> {
  readonly facts: Facts
  readonly permissionsById: ReadonlyMap<string, ReadonlySet<Permission>>
}

/**
 * Has a change that gives or takes permissions (`isOfPowers`) judged by those that its callers have
 * behind its locks; any other stays as it is. The permissions of a request may be a second old: by
 * them, somebody could give back what was just taken from them.
 * @param permission that the operation requires; null where the change judges that itself
 */
export function byPowersOfNow<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  permission: Permission | null,
): Change<Input, Facts, Result> | Change<Input, WithPowers<Facts>, Result> {
  return change.isOfPowers === true ? judgedByPowersOfNow(change, permission) : change
}

function judgedByPowersOfNow<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  permission: Permission | null,
): Change<Input, WithPowers<Facts>, Result> {
  return {
    ...change,
    lock: async (tx, inputs, callers) => {
      const ids = callers.flatMap(({ tokenId }) => tokenId ?? [])
      const [facts, permissionsById] = await Promise.all([
        change.lock(tx, inputs, callers),
        findPermissions(tx, ids),
      ])
      return { facts, permissionsById }
    },
    judge: (request, { facts, permissionsById }, moment) => {
      const { caller } = request
      if (caller.tokenId === null) return change.judge(request, facts, moment)
      const permissions = permissionsById.get(caller.tokenId) ?? new Set()
      if (permission !== null && !permissions.has(permission)) {
        return insufficientPermission(permission)
      }
      return change.judge({ ...request, caller: { ...caller, permissions } }, facts, moment)
    },
  }
}
