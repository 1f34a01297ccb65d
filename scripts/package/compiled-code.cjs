// Writes beside each script of a folder the code that V8 makes of it. With `--random-seed`, it makes the same each time.
const { readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const [, , folder] = process.argv
for (const name of readdirSync(folder).sort()) {
  const path = join(folder, name)
  const options = { filename: `/txwarden/${name}`, produceCachedData: true }
  writeFileSync(`${path}.code`, new Script(readFileSync(path, 'latin1'), options).cachedData)
}
