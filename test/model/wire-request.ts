import type { Permission } from '../../src/domain/permissions.ts'

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: unknown
  readonly permission: Permission | null
}

export function get(path: string, permission: Permission | null): WireRequest {
  return { method: 'GET', path, permission }
}

export function patch(path: string, permission: Permission, body: object): WireRequest {
  return { method: 'PATCH', path, permission, body }
}

export function post(path: string, permission: Permission, body?: unknown): WireRequest {
  return { method: 'POST', path, permission, ...(body === undefined ? {} : { body }) }
}
