import manifest from '../../package.json' with { type: 'json' }
import type { Context } from '../cli/context/context.ts'
import { defineCommand } from '../cli/define.ts'
import { LOCAL_ADDRESS } from '../config/local-address.ts'

export const openapi = defineCommand({
  name: 'openapi',
  replacedBy: 'api --openapi',
  summary: 'Print the API as an OpenAPI 3.1 document',
  description:
    'Prints JSON, or YAML with -o yaml. Its servers are those of the profile. A running `txwarden serve` has the same document at /openapi.json.',
  requests: false,
  examples: [
    { command: 'txwarden openapi' },
    { command: 'txwarden openapi --output yaml' },
    { command: 'txwarden openapi --fields info,servers' },
  ],
  run: printOpenApi,
})

/** Its servers are those of the profile. */
export async function printOpenApi(context: Context): Promise<undefined> {
  const { openApiDocument } = await import('../api/openapi/openapi.ts')
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
