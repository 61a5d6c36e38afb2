import { request } from '../api/request.ts'
import { SessionList } from '../session/OwnSessions.tsx'

/** The sessions of a person that go on; each can be ended. */
export function PersonSessions({ id }: { readonly id: string }) {
  return (
    <SessionList
      personId={id}
      load={async () => {
        const args = { path: { id }, query: { limit: 100 } } as const
        const { body } = await request('GET /v1/people/{id}/sessions', args)
        return body.data.filter(({ endedAt }) => endedAt === null)
      }}
      end={(sessionId) =>
        request('DELETE /v1/people/{id}/sessions/{sessionId}', {
          path: { id, sessionId },
          body: {},
        })
      }
    />
  )
}
