import type { Context } from '../../cli/context/context.ts'
import type { Watching } from './local-intel.ts'
import { countText } from './source-view.ts'

/** Runs a long import with a line of progress on stderr while somebody looks on; the line is gone at the end. */
export async function watched<T>(context: Context, work: (watching: Watching) => Promise<T>): Promise<T> {
  const { stderr } = context.io
  const isShown = stderr.canRedraw && context.globals.quiet !== true
  let isDrawn = false
  const draw = (line: string) => {
    isDrawn = true
    void stderr.write(`\r\x1b[2K${line}`)
  }
  try {
    return await work({
      signal: context.signal,
      onWait: () => void context.note('Another import runs; waiting for it to end.'),
      ...(isShown && {
        onProgress: ({ rows, bytes, totalBytes }) => {
          const share = totalBytes ? `, ${Math.floor((bytes / totalBytes) * 100)} %` : ''
          draw(`  ${countText(rows)} rows${share}`)
        },
      }),
    })
  } finally {
    if (isDrawn) await stderr.write('\r\x1b[2K')
  }
}
