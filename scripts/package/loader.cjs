// The main script of the single executable, whose assets are the files of the build.
const { basename } = require('node:path')
const { getRawAsset } = require('node:sea')
const { loadProgram } = require('../../bin/launch.js')

loadProgram('/txwarden', (path) => Buffer.from(getRawAsset(basename(path)))).runProcess()
