import type { ResponseOf } from '../api/request.ts'

export type Person = ResponseOf<'GET /v1/people'>['data'][number]
