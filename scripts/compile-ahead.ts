import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { hintFunctions } from './hint-functions.ts'
import { runUsualCommands } from './usual-commands.ts'

/**
 * Runs the usual commands and rewrites the build, so that the functions they call are compiled together with their
 * file. Only those are in the compile cache; others are compiled at each start.
 * @param onLoaded gets each file that these commands load
 */
export function compileAhead(onLoaded?: (file: string) => void): Plugin {
  return {
    name: 'compile-ahead',
    writeBundle({ dir = 'dist' }) {
      for (const [file, runs] of runUsualCommands(resolve(dir))) {
        const called = runs
          .flat()
          .flatMap(({ ranges: [{ startOffset, endOffset, count }] }) =>
            count > 0 ? [{ start: startOffset, end: endOffset }] : [],
          )
        onLoaded?.(file)
        const code = readFileSync(file, 'utf8')
        writeFileSync(file, hintFunctions(code, parseAst(code, { sourceType: 'script' }), called))
      }
    },
  }
}
