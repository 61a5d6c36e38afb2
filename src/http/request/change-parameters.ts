import Type from 'typebox'

/** Query parameters of every operation that can be asked for without effect. */
export const CHANGE_PARAMETERS = {
  validateOnly: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        '`true`: nothing is changed. The response is what it would be, with status 200 and the header ' +
        '`Validate-Only`, or every violation. Ids and secrets in it stand for nothing.',
      examples: ['true'],
    }),
  ),
}
