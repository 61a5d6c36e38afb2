import { isPermission, PERMISSIONS, type Permission } from '../../domain/permissions.ts'

/** The permissions of `--permissions a,b`, and the rules that the option must keep. */
export function readPermissions(text: string | undefined): {
  readonly permissions: readonly Permission[]
  readonly rules: readonly (readonly [holds: boolean, sentence: string])[]
} {
  const names = [...new Set(text?.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => name !== '' && !isPermission(name))
  const permissions = names.filter(isPermission)
  return {
    permissions,
    rules: [
      ...unknown.map(
        (name) =>
          [false, `"${name}" is not a permission (known: ${PERMISSIONS.join(', ')})`] as const,
      ),
      [
        text === undefined || permissions.length + unknown.length > 0,
        '--permissions names no permission',
      ],
    ],
  }
}
