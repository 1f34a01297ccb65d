import { choice, flag, integer, text } from '../../cli/options.ts'

/** Flags of commands that read rows. */
export const bulkOptions = {
  format: choice(['ndjson', 'csv'], 'format of the rows; default: by file name or first character'),
  concurrency: integer('count', 'concurrent requests; default 512 locally, 8 for a remote service', {
    min: 1,
    max: 1024,
  }),
  report: text('file', 'write one line per row to this .ndjson or .csv file'),
  resume: flag('continue the last run of this file, skipping completed rows'),
} as const
