// The main script of the single executable. Its assets are the files of the build, each with the code that V8 made of it;
// what the usual commands do not load is compressed.
const { getRawAsset } = require('node:sea')
const { Script } = require('node:vm')

const modules = new Map()

function load(id) {
  if (!id.startsWith('.')) return require(id)
  const name = id.slice(id.lastIndexOf('/') + 1)
  let module = modules.get(name)
  if (module === undefined) {
    module = { exports: {} }
    modules.set(name, module)
    const filename = `/txwarden/${name}`
    // One byte a character: the build escapes all others.
    const script = new Script(read(name).latin1Slice(), { filename, cachedData: read(`${name}.code`) })
    // With NODE_DEBUG=txwarden. Some options of V8 have this effect.
    if (script.cachedDataRejected) require('node:util').debuglog('txwarden')('%s: compiled again', name)
    script.runInThisContext().call(module.exports, module.exports, load, module, filename, '/txwarden')
  }
  return module.exports
}

function read(name) {
  const bytes = Buffer.from(getRawAsset(name))
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? require('node:zlib').gunzipSync(bytes) : bytes
}

load('./main.cjs').runProcess()
