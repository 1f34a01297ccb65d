import manifest from '../../../../package.json' with { type: 'json' }
import { isSingleExecutable } from '../../../shared/system/embedded-file.ts'
import { type Check, type CheckVerdict, pass } from '../check.ts'

export const node: Check = {
  name: 'node',
  look: async () => {
    const { node } = process.versions
    return [isSingleExecutable() ? pass(`Node ${node}, in the executable`) : nodeVerdict(node, manifest.engines.node)]
  },
}

/** @param range as in package.json: `>=24.15.0` */
export function nodeVerdict(version: string, range: string): CheckVerdict {
  const floor = range.replace(/^>=/, '')
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
    ? pass(`Node ${version}`)
    : { level: 'fail', text: `Node ${version} is older than ${floor}: nodejs.org has newer ones` }
}
