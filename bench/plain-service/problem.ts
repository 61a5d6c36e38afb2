/** The reason for which a request is refused. */
export class Problem extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, code: string, more: object = {}) {
    super(code)
    this.status = status
    this.body = { status, code, ...more }
  }
}
