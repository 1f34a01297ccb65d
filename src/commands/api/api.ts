import manifest from '../../../package.json' with { type: 'json' }
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { inputName, readUnchanged, refuseJsonFault } from '../../cli/input/read-input.ts'
import { flag, list, maybeOne, text } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { LOCAL_ADDRESS } from '../../config/local-address.ts'
import { parseJson } from '../../shared/json/json.ts'

/** Repeatable. Commas are part of the value. */
function pairs(placeholder: string, help: string) {
  return { ...list(placeholder, help), parse: (_: string, texts: readonly string[]) => texts }
}

export const api = defineCommand({
  name: 'api',
  summary: 'Send any request to the service',
  description:
    'The path starts with a slash; URL and key come from the profile. The body is built from --field or read from --body. A field is text where the operation expects text; otherwise valid JSON is sent as JSON: --field trackNonce=true, --field chainIds=\'["1"]\'.',
  arguments: {
    method: maybeOne('GET, POST, PUT or DELETE; left out: GET', { completes: 'path' }),
    path: maybeOne('such as /api/v2/management/monitor', { completes: 'path' }),
  },
  options: {
    field: pairs('a.b=value', 'member of the body (repeatable)'),
    body: text('file', 'file with the body, - for stdin'),
    query: pairs('name=value', 'query parameter (repeatable)'),
    openapi: flag('print the API as an OpenAPI 3.1 document, sending nothing; YAML with -o yaml'),
    include: flag('print status and headers of the response on stderr', { short: 'i' }),
  },
  examples: [
    { command: 'txwarden api /api/v2/management/monitor --query size=5', note: 'GET' },
    {
      command:
        'txwarden api POST /api/v2/management/control-lists --field address=0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c --field type=BLOCK --field productType=SONAR',
    },
    {
      command:
        "txwarden api POST /api/v2/transaction/validate --header 'X-Validation-Product: SONAR' --body <request.json>",
    },
    { command: 'txwarden api DELETE /api/v2/management/monitor/<id> --yes' },
    { command: 'txwarden api --openapi' },
  ],
  async run(context, { method: first, path: second, field, body: file, query, include, openapi }) {
    if (openapi) {
      const other = Object.entries({
        method: first,
        '--field': field,
        '--body': file,
        '--query': query,
        '--include': include,
      })
      const extra = other.find(([, value]) => value !== undefined)
      if (extra) throw usageError(`${extra[0]} and --openapi exclude each other`)
      if (context.globals.curl) throw usageError('--curl: --openapi sends no request to the service')
      return printOpenApi(context)
    }
    const isPathOnly = second === undefined && first?.startsWith('/') === true
    const path = isPathOnly ? first : second
    if (path === undefined) throw usageError('api needs <path>', { try: 'txwarden api --help' })
    if (isPathOnly && (field !== undefined || file !== undefined))
      throw usageError('a body needs a method: POST or PUT', { try: 'txwarden api --help' })
    const method = isPathOnly ? 'GET' : (first as string).toUpperCase()
    const body = await readBody(context, { method, path, field, file })
    if (method === 'DELETE') await confirmChange(context, `DELETE ${path} in ${context.where()}?`)
    const client = await context.client()
    const answer = await client.send({ method, path, ...(query && { query: queryOf(query) }), body })
    if (include) {
      const { status, headers } = answer.response
      await context.note(String(status))
      for (const [name, value] of Object.entries(headers)) await context.note(`${name}: ${value}`)
    }
    if (typeof answer.body === 'string') await context.out.text(answer.body)
    else if (answer.body !== undefined) await context.out.document(answer.body)
    if (context.out.isForPeople && method !== 'GET' && method !== 'HEAD')
      await context.note(`Sent ${method} ${path} to ${context.where()}`)
  },
})

/** Its servers are those of the profile. */
async function printOpenApi(context: Context): Promise<undefined> {
  const { openApiDocument } = await import('../../api/openapi/openapi.ts')
  const { addresses } = context.configuration()
  const addressOf = (kind: 'validation' | 'management') =>
    addresses ? addresses[kind].href.replace(/\/$/, '') : LOCAL_ADDRESS
  await context.out.document(
    openApiDocument({
      version: manifest.version,
      servers: { validation: addressOf('validation'), management: addressOf('management') },
    }),
  )
}

interface BodySource {
  readonly method: string
  readonly path: string
  readonly field: readonly string[] | undefined
  readonly file: string | undefined
}

/** A file is sent unchanged, also when it is not JSON; the service validates it. */
async function readBody(context: Context, { method, path, field, file }: BodySource): Promise<unknown> {
  if (field && file !== undefined) throw usageError('--field and --body exclude each other')
  if (file !== undefined) {
    const text = await readUnchanged(context, file)
    if (parseJson(text) !== undefined) refuseJsonFault(text, inputName(file))
    return text
  }
  if (!field) return undefined
  const [{ operationAt }, { bodyOfFields }] = await Promise.all([
    import('../../client/requests/any-request.ts'),
    import('./fields.ts'),
  ])
  return bodyOfFields(field, operationAt(method, path.split('?', 1)[0] ?? ''))
}

function queryOf(pairs: readonly string[]): Record<string, string[]> {
  const query = new Map<string, string[]>()
  for (const pair of pairs) {
    const mark = pair.indexOf('=')
    if (mark < 1) throw usageError(`--query: ${JSON.stringify(pair)} is not name=value`)
    const name = pair.slice(0, mark)
    query.set(name, [...(query.get(name) ?? []), pair.slice(mark + 1)])
  }
  return Object.fromEntries(query)
}
