import { request } from 'node:http'

/**
 * Begins a change; resolves when all but the last byte is written to the connection. Then `end` sends
 * that, and `status` is of the response.
 */
export async function beginUpdate(url: string, token: string, body: object, method = 'PATCH') {
  const text = JSON.stringify(body)
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sent = request(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': text.length,
    },
  })
  sent.on('error', reject).on('response', (response) => {
    response.resume().on('end', () => resolve(response.statusCode))
  })
  await new Promise<void>((written) => sent.write(text.slice(0, -1), () => written()))
  return { status, end: () => sent.end(text.slice(-1)) }
}
