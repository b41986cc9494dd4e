// The boundary lets the shared singletons settle before anything asks for them.
void import('./bootstrap.tsx');
