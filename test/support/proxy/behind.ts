import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cli, CliOptions, CliResult } from '../cli.ts'
import { loadCodeOf } from './start.ts'

export interface BehindProxy {
  readonly flags?: readonly string[]
  /** What the command does with the URL that it got. */
  act?(url: string): Promise<unknown>
  /** How the command ends. */
  readonly code?: number
  readonly options?: Omit<CliOptions, 'onStdout'>
}

/** Says its URL, and ends with the code that it reads from a pipe. */
const COMMAND = ['sh', '-c', 'echo "$ETH_RPC_URL"; read -r code < "$1"; exit "$code"', 'sh']

/** Runs `txwarden proxy` with a command behind it; the requests of the command come from this process. */
export async function runBehindProxy(
  cli: Cli,
  upstream: string,
  { flags = [], act = async () => undefined, code = 0, options = {} }: BehindProxy,
): Promise<CliResult> {
  await loadCodeOf(cli)
  const pipe = join(cli.home, 'code')
  if (!existsSync(pipe)) execFileSync('mkfifo', [pipe])
  let starts: (url: string) => void = () => undefined
  const started = new Promise<string>((resolve) => {
    starts = resolve
  })
  const ended = cli(['proxy', ...flags, '--', ...COMMAND, pipe], {
    ...options,
    env: { PATH: process.env.PATH ?? '', TXWARDEN_UPSTREAM: upstream, ...options.env },
    onStdout: (text) => text.includes('\n') && starts(text.trim()),
  })
  const url = await Promise.race([started, ended])
  if (typeof url !== 'string') return url
  await act(url).finally(() => writeFile(pipe, `${code}\n`))
  return ended
}
