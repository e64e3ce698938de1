// Ten seconds that `npm run synth` spends on the stages of stages.json, and test/bundles on every option.
process.env['CDK_VALIDATION'] ??= 'false';
