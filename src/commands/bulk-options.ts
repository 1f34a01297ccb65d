import { choice, flag, integer, text } from '../cli/options.ts'

/** Flags of every command that reads rows from a file. */
export const bulkOptions = {
  format: choice(['ndjson', 'csv'], 'what the rows are; default: by the name of the file, or how it begins'),
  concurrency: integer('count', 'how many at once; default 128 here, 8 on a remote service', { min: 1, max: 1024 }),
  report: text('file', 'write a line for each row, as .ndjson or .csv'),
  resume: flag('go on with the last run of this file: what is done is not done again'),
} as const
