import type { Configuration } from '../../config/resolve.ts'
import { WardenError } from '../../shared/errors.ts'
import { lazily } from '../../shared/lazily.ts'
import { usageError } from '../errors/usage.ts'
import { paintFor } from '../output/paint.ts'
import { Printer } from '../output/printer.ts'
import type { TimeZone } from '../output/time-zone.ts'
import { type GlobalValues, type OutputFormat, outputFormats } from '../program/globals.ts'
import type { Deps } from './context.ts'

interface Parts {
  readonly deps: Deps
  readonly globals: GlobalValues
  readonly configuration: () => Configuration
  readonly cleanup: AsyncDisposableStack
  readonly zone: () => TimeZone
}

/** The printer for stdout, and a check of its --jq program. */
export function createPrinter({ deps, globals, configuration, cleanup, zone }: Parts): {
  readonly printer: Printer
  checkOutput(): Promise<void>
} {
  const { io, env, signal, clock, page } = deps
  // One thread serves every answer of the command.
  const jq = lazily(async () => {
    const { startJq } = await import('../output/jq.ts')
    const started = await startJq(globals.jq ?? '.', globals, signal)
    cleanup.defer(() => started.close())
    return started
  })
  const printer = new Printer({
    stdout: io.stdout,
    format: formatOf(globals, configuration),
    fields: globals.fields,
    raw: globals.raw,
    jq: globals.jq === undefined ? undefined : async (value) => (await jq()).apply(value),
    page,
    wide: globals.wide === true,
    now: () => clock.now(),
    zone,
    paint: lazily(() => paintFor(io.stdout, env, globals.color)),
  })
  return {
    printer,
    async checkOutput() {
      if (globals.raw && !isJsonLike(globals.output))
        throw usageError(`--raw prints JSON and excludes -o ${globals.output}`)
      if (globals.jq !== undefined) await jq()
    },
  }
}

function isJsonLike(output: OutputFormat | undefined): boolean {
  return output === undefined || output === 'json' || output === 'ndjson' || output === 'yaml'
}

/** Errors of the configuration are printed too, so the format must not depend on a valid one. */
function formatOf(globals: GlobalValues, configuration: () => Configuration): OutputFormat | undefined {
  if (globals.json || globals.jq !== undefined) return 'json'
  if (globals.output) return globals.output
  if (globals.raw) return 'json'
  try {
    const wanted = configuration().values.output.value
    return outputFormats.find((format) => format === wanted)
  } catch (error) {
    // Commands that repair the configuration must print; every other command fails with the same error later.
    if (error instanceof WardenError) return undefined
    throw error
  }
}
