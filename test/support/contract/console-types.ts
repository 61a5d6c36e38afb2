import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { inlined } from './inlined.ts'
import type { Document, Operation } from './published-operations.ts'

/**
 * The types of the interface, for the console: one for each schema, and `Operations`, which has
 * the parameters, the body and the response of each operation by its method and path.
 */
export async function consoleTypes(text: string): Promise<string> {
  const document = inlined(
    JSON.parse(
      text.replaceAll('#/components/schemas/', '#/definitions/'),
      // The document itself is the place to read them.
      (name, value) => (name === 'description' && typeof value === 'string' ? undefined : value),
    ),
  ) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, schemaOf(operation)]),
  )
  const properties = Object.fromEntries(operations)
  const schema = {
    ...objectOf(properties, Object.keys(properties)),
    definitions: document.components.schemas,
  }
  return await compile(schema as JSONSchema, 'Operations', {
    additionalProperties: false,
    bannerComment: '// Made from openapi.json by `npm run generate`.',
    unreachableDefinitions: true,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true },
  })
}

function schemaOf({ parameters = [], requestBody, responses }: Operation): object {
  const named = (place: string) => {
    const those = parameters.filter((each) => each.in === place)
    const required = those.filter((each) => each.required).map(({ name }) => name)
    return objectOf(Object.fromEntries(those.map(({ name, schema }) => [name, schema])), required)
  }
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const response = success?.content?.['application/json']?.schema
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const members = { path: named('path'), query: named('query'), body, response }
  const present = Object.fromEntries(Object.entries(members).filter(([, value]) => value))
  return objectOf(present, Object.keys(present))
}

function objectOf(properties: Record<string, unknown>, required: readonly string[]): object {
  return { type: 'object', properties, required }
}
