export const JSON_TYPE = 'application/json; charset=utf-8'

/** What an operation says of its answer beside the body; it is sent only if nothing is refused. */
export class AnswerHead {
  readonly headers: Record<string, string> = {}
  /** What a success is sent with, unless the operation says otherwise. */
  status: number

  constructor(status: number) {
    this.status = status
  }

  header(name: string, value: string): void {
    this.headers[name] = value
  }
}
