export { MediaField } from '@pagecast/shell/kit';
