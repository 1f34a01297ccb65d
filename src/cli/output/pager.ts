import type { Env } from '../../config/paths.ts'

/** Exit when the text fits the screen (F), keep colors (R), leave the text on the screen (X). */
const LESS_FLAGS = 'FRX'

/** The shell command of the pager; undefined when paging is off. */
function pagerOf(env: Env): string | undefined {
  const wanted = (env.TXWARDEN_PAGER ?? env.PAGER ?? 'less').trim()
  if (wanted === '' || wanted === 'cat' || env.TERM === 'dumb') return undefined
  return wanted
}

/**
 * Shows a text in the pager and waits until the user quits it; quitting early is not an error. Returns false, without
 * printing, when the text fits the screen or there is no pager.
 * @param rows of the terminal; undefined when unknown
 */
export async function showInPager(text: string, env: Env, rows: number | undefined): Promise<boolean> {
  const pager = pagerOf(env)
  // The last row is for the prompt.
  if (pager === undefined || rows === undefined || text.split('\n').length <= rows) return false
  const { spawn } = await import('node:child_process')
  // No shell where none is needed: Ctrl-C would end the shell and leave the pager running.
  const isPlain = /^[\w@%+:,./= -]+$/.test(pager)
  const [program = pager, ...args] = isPlain ? pager.split(/ +/) : [pager]
  const child = spawn(program, args, {
    shell: !isPlain,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? LESS_FLAGS },
  })
  // EPIPE when the user quits early.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(text)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(NOT_FOUND))
    child.on('close', resolve)
  })
  return code !== NOT_FOUND
}

/** Exit code of a shell for an unknown command. */
const NOT_FOUND = 127
