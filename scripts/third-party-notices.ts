import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'

/** Writes the licenses of all bundled packages next to the bundle, as they require. */
export function thirdPartyNotices(fileName: string): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
      const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))
      const notices = [...folders].map(notice).sort()
      this.emitFile({ type: 'asset', fileName, source: `${notices.join(`\n${'-'.repeat(80)}\n\n`)}` })
    },
  }
}

/** The nearest parent folder of a module in node_modules with a package name. */
function packageFolder(id: string): string | undefined {
  if (!id.includes('/node_modules/')) return undefined
  for (let folder = dirname(id); folder.includes('/node_modules/'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name) return folder
  }
  return undefined
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version}\n\n${text}\n`
}
