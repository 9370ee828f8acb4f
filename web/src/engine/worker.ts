import '../../../packages/engine/src/worker';
