import { usageError } from '../../cli/errors/usage.ts'
import type { GlobalValues } from '../../cli/program/globals.ts'

/** An endless stream cannot be one document. */
export function refuseDocumentFormats({ json, output, jq }: GlobalValues, command: string): void {
  const requested = json ? 'json' : output
  const whole = jq === undefined ? (requested === 'ndjson' || requested === 'table' ? undefined : requested) : 'jq'
  if (whole === undefined) return
  throw usageError(`${command} is an endless stream: ${whole} is not supported`, {
    try: `txwarden ${command} -o ndjson`,
  })
}
