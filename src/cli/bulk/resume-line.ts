import { commandLine } from '../command-line.ts'
import type { Context } from '../context/context.ts'
import type { BulkJob } from './job.ts'
import { isRehearsal } from './record.ts'

/** The command line that goes on where a run ended; the service it is meant for is added by whoever prints it. */
export function resumeLine<Body>(
  context: Context,
  job: BulkJob<Body>,
): { readonly line: string; readonly details: readonly string[] } {
  const { globals } = context
  const flags = {
    ...job.words.flags,
    // Of a rehearsal nothing is kept that could be gone on with.
    ...(job.resume !== undefined && { resume: !isRehearsal(context) || job.resume }),
    dryRun: globals.dryRun,
    curl: globals.curl,
    output: globals.output,
    json: globals.json,
    fields: globals.fields,
    retries: globals.retries,
    retryMaxWait: inMs(globals.retryMaxWait),
    timeout: inMs(globals.timeout),
    yes: globals.yes,
    confirm: globals.confirm,
  }
  const target = { ...globals, profile: undefined, baseUrl: undefined }
  return {
    line: commandLine({ ...job.words, flags }, target),
    details: job.file === '-' ? ['Pipe the same rows in again: those that are done are left out.'] : [],
  }
}

function inMs(duration: number | undefined): string | undefined {
  return duration === undefined ? undefined : `${duration}ms`
}
