extern "C" __device__ void gpualgo_fold(void* out, const void* a, const void* b, const unsigned char* scalars) {
    const signed char x0 = *(const signed char*)a;
    const signed char x1 = *(const signed char*)b;
    const signed char t0 = x0;
    const signed char t1 = x1;
    const int t2 = (int)t0;
    const int t3 = (int)t1;
    const bool t4 = t2 < t3;
    const int t5 = (int)((unsigned)t3 - (unsigned)t2);
    const int t6 = (int)((unsigned)t2 + (unsigned)t3);
    const int t7 = t4 ? t5 : t6;
    const signed char t8 = (signed char)t7;
    *(signed char*)out = t8;
}
